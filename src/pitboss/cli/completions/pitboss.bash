_pitboss() {
  local line=${COMP_LINE-${COMP_WORDS[*]}} word tail sign offer rest
  local -a words
  line=${line:0:${COMP_POINT-${#line}}}
  IFS=$' \t' read -ra words <<< "$line"
  [[ $line == *[[:blank:]] ]] && words+=("")
  word=${words[${#words[@]}-1]}
  tail=$word
  for sign in : =; do
    [[ $COMP_WORDBREAKS == *$sign* ]] && tail=${tail##*"$sign"}
  done
  [[ $COMP_WORDBREAKS == *@* && $tail == *@* ]] && tail=@${tail##*@}
  COMPREPLY=()
  while IFS= read -r offer; do
    [[ $offer && $offer == "$word"* ]] || continue
    rest=${offer#"$word"}
    [[ $rest == *[:=@]* ]] && rest=${rest%"${rest#*[:=@]}"}
    [[ $rest == */* && $word != */* ]] && continue
    offer=$tail$rest
    [[ " ${COMPREPLY[*]} " == *" $offer "* ]] || COMPREPLY+=("$offer")
    [[ $offer == *[:=@] ]] && compopt -o nospace 2> /dev/null
  done < <(pitboss __complete "${words[@]:1}" 2> /dev/null)
}
complete -o default -F _pitboss pitboss
