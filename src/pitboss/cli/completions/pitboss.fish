function __pitboss_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l found (pitboss __complete $words[2..-1] 2>/dev/null)
  string match -q '*/*' -- $words[-1]; or set found (string match -v '*/*' -- $found)
  string match -q '*@*' -- $words[-1]; or set found (string match -v '*@*' -- $found)
  printf '%s\n' $found
end
complete -c pitboss -f -a '(__pitboss_complete)'
