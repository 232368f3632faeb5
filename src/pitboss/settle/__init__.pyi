from pitboss.settle.accounts import Movement as Movement
from pitboss.settle.bets import Bet as Bet
from pitboss.settle.bets import House as House
from pitboss.settle.rounds import Round as Round
from pitboss.settle.rounds import settle as settle
from pitboss.settle.settlements import Settlement as Settlement
