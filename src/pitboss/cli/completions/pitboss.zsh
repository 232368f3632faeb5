#compdef pitboss
_pitboss() {
  local -a found
  found=("${(@f)$(pitboss __complete "${(@)words[2,CURRENT]}" 2>/dev/null)}")
  [[ ${words[CURRENT]} == */* ]] || found=(${found:#*/*})
  [[ ${words[CURRENT]} == *@* ]] || found=(${found:#*@*})
  compadd -a found
}
compdef _pitboss pitboss
