# Completion of tornado-sort's command line in zsh: source this file in ~/.zshrc, after compinit.
autoload -U +X bashcompinit && bashcompinit
source "${${(%):-%x}:A:h}/tornado-sort.bash"
