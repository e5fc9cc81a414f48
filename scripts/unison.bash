# Completion for bash: `source scripts/unison.bash`, for `unison` and a path that ends in it.
_unison() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command='' i
    for ((i = 1; i < COMP_CWORD; i++)); do
        [[ ${COMP_WORDS[i]} == run || ${COMP_WORDS[i]} == list || ${COMP_WORDS[i]} == explain ||
            ${COMP_WORDS[i]} == waves ||
            ${COMP_WORDS[i]} == bench || ${COMP_WORDS[i]} == trace ]] && command=${COMP_WORDS[i]}
    done
    local options='--lanes --help'
    case $before in
    --lanes) mapfile -t COMPREPLY < <(compgen -W '8 16 32' -- "$word"); return ;;
    --svg) mapfile -t COMPREPLY < <(compgen -f -- "$word"); return ;;
    --seed | --times | --params | --mask | --for) COMPREPLY=(); return ;;
    esac
    case $command in
    '') mapfile -t COMPREPLY < <(compgen -W "run list explain waves bench trace $options" -- "$word"); return ;;
    run) options+=' --all --params --seed --lockstep --counters' ;;
    list) options+=' --tests' ;;
    explain) options+=' --mask --for --svg --colour --plain' ;;
    waves) options+=' --params' ;;
    trace) options+=' --params --seed --times' ;;
    esac
    if [[ $word == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
    elif [[ $command == run || $command == waves || $command == bench || $command == trace ]]; then
        mapfile -t COMPREPLY < <(compgen -f -- "$word"; compgen -W "$("${COMP_WORDS[0]}" list 2>/dev/null | cut -d' ' -f1)" -- "$word")
    elif [[ $command == explain ]]; then
        mapfile -t COMPREPLY < <(compgen -W "'ld.shared.b32' 'ld.global.b32' 'st.shared.b32'" -- "$word")
    fi
}
complete -o filenames -F _unison unison
