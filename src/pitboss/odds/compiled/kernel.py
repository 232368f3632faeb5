"""The kernel: sums the first fours of every group, and continues the groups with third cards.

A group is the first fours with one class of the Player's pair, one of the Banker's and one state of
the board. Within a group third cards are told apart by value and by what they do to these, no
finer: mostly by value alone. With W the number of first fours, M[c] and M[d] the same weighted by
the cards of part c or d that they hold, and G weighted by both and by the cards in both parts,

    N[c][d] = n[c] n[d] W - n[c] M[d] - n[d] M[c] + G[c][d] - n[c and d] W

are the ordered deals that continue with a card of part c and another of part d.
"""

from __future__ import annotations

import numpy as np
from numba import njit

NO_CARD = 10
"""The place of a third card that was not drawn, after the values 0 to 9."""
NOBODY, BANKER, BOTH = 0, 1, 2
"""Who may still draw in a group."""


def kept(function):
    """Compile a function, once if there is a place on disk to keep it, else every time."""
    try:
        return njit(cache=True, nogil=True)(function)
    except RuntimeError:
        return njit(nogil=True)(function)


@kept
def parts_of(codes, row, board, values, width, parts, group):
    """Find the parts into which third cards fall; return how many there are."""
    seen = np.empty(values.size, dtype=np.int64)
    number = 0
    for card in range(values.size):
        code = (codes[row, 1 + card] * width + board[card]) * 10 + values[card]
        part = 0
        while part < number and seen[part] != code:
            part += 1
        if part == number:
            seen[number] = code
            number += 1
        parts[group, card] = part
    return number


@kept
def finish(groups, hands, boards, deck, rules, moments, bins):
    """Continue every group with third cards and add its deals to the bins."""
    number, info, player_parts, banker_parts, offsets = groups
    player_finals, banker_finals = hands
    labels, four, five, six = boards
    held, values, pad_four, pad_five = deck
    shapes, banker_draws, strides = rules
    size = values.size
    n_player = np.zeros(size, dtype=np.int64)
    n_banker = np.zeros(size, dtype=np.int64)
    n_both = np.zeros((size, size), dtype=np.int64)
    typical_player = np.zeros(size, dtype=np.int64)
    typical_banker = np.zeros(size, dtype=np.int64)
    for group in range(number):
        a, b, p, q, s, drawing, c_parts, d_parts = info[group]
        at = offsets[group]
        whole = moments[at]
        if drawing == NOBODY:
            shape = shapes[a, b, NO_CARD, NO_CARD]
            if shape >= 0:
                key = shape * strides[0] + player_finals[p, 0] * strides[1]
                bins[key + banker_finals[q, 0] * strides[2] + four[s]] += whole * pad_four
            continue
        n_banker[:d_parts] = 0
        for card in range(size):
            part = banker_parts[group, card]
            n_banker[part] += held[card]
            typical_banker[part] = card
        if drawing == BANKER:
            key = player_finals[p, 0] * strides[1]
            for d in range(d_parts):
                card = typical_banker[d]
                shape = shapes[a, b, NO_CARD, values[card]]
                if shape >= 0:
                    place = key + shape * strides[0] + banker_finals[q, 1 + card] * strides[2]
                    ways = n_banker[d] * whole - moments[at + 1 + d]
                    bins[place + five[s, labels[s, card]]] += ways * pad_five
            continue
        n_player[:c_parts] = 0
        n_both[:c_parts, :d_parts] = 0
        for card in range(size):
            part = player_parts[group, card]
            n_player[part] += held[card]
            typical_player[part] = card
            n_both[part, banker_parts[group, card]] += held[card]
        for c in range(c_parts):
            card = typical_player[c]
            value, label = values[card], labels[s, card]
            first = moments[at + 1 + d_parts + c]
            one_more = n_player[c] * whole - first
            key = player_finals[p, 1 + card] * strides[1]
            if not banker_draws[a, b, value]:
                shape = shapes[a, b, value, NO_CARD]
                if shape >= 0:
                    place = key + shape * strides[0] + banker_finals[q, 0] * strides[2]
                    bins[place + five[s, label]] += one_more * pad_five
                continue
            row = at + 1 + d_parts + c_parts + c * d_parts
            for d in range(d_parts):
                last = typical_banker[d]
                shape = shapes[a, b, value, values[last]]
                if shape >= 0:
                    ways = n_banker[d] * one_more - n_player[c] * moments[at + 1 + d]
                    ways += moments[row + d] - n_both[c, d] * whole
                    place = key + shape * strides[0] + banker_finals[q, 1 + last] * strides[2]
                    bins[place + six[s, label, labels[s, last]]] += ways


@kept
def count_case(pairs, classes, board, hands, boards, deck, rules, store, bins):
    """Sum all first fours and add up the deals in the bins; False if the store is too small."""
    firsts, seconds, orders, by_class = pairs
    player_class, banker_class, player_totals, banker_totals = classes
    pair_board, fours = board
    held, values, _, _ = deck
    _, banker_draws, _ = rules
    labels = boards[0]
    width = boards[3].shape[1]
    index, info, player_parts, banker_parts, offsets, moments, player_draws = store
    states = labels.shape[0]
    number, used, current = np.int64(0), np.int64(0), np.int64(-1)
    four = np.empty(4, dtype=np.int64)
    for i in by_class:
        p = player_class[i]
        if p != current:
            if 2 * number > offsets.size or 2 * used > moments.size:
                groups = (number, info, player_parts, banker_parts, offsets)
                finish(groups, hands, boards, deck, rules, moments, bins)
                number, used = 0, 0
            index[:] = -1
            current = p
        p1, p2 = firsts[i], seconds[i]
        ways = orders[i] * held[p1] * (held[p2] - (p1 == p2))
        if ways <= 0:
            continue
        a = player_totals[p]
        four[0], four[1] = p1, p2
        for j in range(firsts.size):
            b1, b2 = firsts[j], seconds[j]
            left = held[b1] - (b1 == p1) - (b1 == p2)
            w = ways * orders[j] * left
            w *= held[b2] - (b2 == p1) - (b2 == p2) - (b2 == b1)
            if w <= 0:
                continue
            q = banker_class[j]
            s = np.int64(fours[pair_board[i], pair_board[j]])
            group = index[q * states + s]
            if group < 0:
                b = banker_totals[q]
                if number == offsets.size:
                    return False
                group = number
                number += 1
                index[q * states + s] = group
                drawing = NOBODY
                c_parts, d_parts, need = 0, 0, 1
                if player_draws[a, b] or banker_draws[a, b, NO_CARD]:
                    drawing = BANKER
                    d_parts = parts_of(hands[1], q, labels[s], values, width, banker_parts, group)
                    need = 1 + d_parts
                if player_draws[a, b]:
                    drawing = BOTH
                    c_parts = parts_of(hands[0], p, labels[s], values, width, player_parts, group)
                    need += c_parts + c_parts * d_parts
                if used + need > moments.size:
                    return False
                offsets[group] = used
                moments[used : used + need] = 0
                used += need
                info[group] = (a, b, p, q, s, drawing, c_parts, d_parts)
            at = offsets[group]
            moments[at] += w
            drawing, c_parts, d_parts = info[group, 5], info[group, 6], info[group, 7]
            if drawing == NOBODY:
                continue
            four[2], four[3] = b1, b2
            for card in four:
                moments[at + 1 + banker_parts[group, card]] += w
            if drawing == BANKER:
                continue
            at += 1 + d_parts
            for card in four:
                c = player_parts[group, card]
                moments[at + c] += w
                row = at + c_parts + c * d_parts
                moments[row + banker_parts[group, card]] += w
                for other in four:
                    moments[row + banker_parts[group, other]] += w
    groups = (number, info, player_parts, banker_parts, offsets)
    finish(groups, hands, boards, deck, rules, moments, bins)
    return True
