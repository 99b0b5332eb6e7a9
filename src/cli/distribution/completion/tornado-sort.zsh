# Completion of tornado-sort for zsh. Source this file in ~/.zshrc, after compinit.
autoload -U +X bashcompinit && bashcompinit
source "${${(%):-%x}:A:h}/tornado-sort.bash"
