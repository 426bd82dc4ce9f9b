import { type CliCommand, command, commonOptions, exitCode, type OptionDeclaration } from '../command.ts';
import { UsageError } from '../terminal.ts';

/** Scripts that complete commands, options, and their values, and else names of files. They run no program. */
const scripts: Readonly<Record<string, (commands: readonly CliCommand[]) => string>> = {
  bash,
  zsh,
  fish,
  powershell,
};
const shells = Object.keys(scripts);

/** `dataset-studio completion`: a script that completes commands and options in a shell. */
export const completion = command({
  name: 'completion',
  summary: 'Print a script that completes commands and options in a shell.',
  description: 'Prints a script that completes commands and options in a shell.',
  arguments: '<shell>',
  argumentChoices: shells,
  options: {},
  examples: [
    'completion bash > ~/.local/share/bash-completion/completions/dataset-studio',
    'completion fish > ~/.config/fish/completions/dataset-studio.fish',
  ],
  run: async (_values, [name], { terminal, commands }) => {
    const write = scripts[shells.find((each) => each === name) ?? ''];
    if (write === undefined) throw new UsageError(`completion takes one of ${shells.join(', ')}.`);
    terminal.out(write(await commands()));
    return exitCode.done;
  },
});

const program = 'dataset-studio';
const flags = ({ options }: CliCommand) =>
  [...Object.keys({ ...options, ...commonOptions }), 'help'].map((name) => `--${name}`);

/** The values that an option, or the argument of a command, can have: by the command and the word before. */
function choices(commands: readonly CliCommand[]) {
  const help = { before: `${program} help`, values: commands.map(({ name }) => name) };
  const others = commands.flatMap(({ name, options, argumentChoices }) => [
    ...(argumentChoices === undefined ? [] : [{ before: `${program} ${name}`, values: argumentChoices }]),
    ...Object.entries(options).flatMap(([option, { choices: values }]) =>
      values === undefined ? [] : [{ before: `${name} --${option}`, values }],
    ),
  ]);
  return [help, ...others];
}

function bash(commands: readonly CliCommand[]): string {
  const names = [...commands.map(({ name }) => name), 'help', '--help', '--version'].join(' ');
  const values = choices(commands).map(
    ({ before, values: words }) => `    '${before}') words='${words.join(' ')}' ;;`,
  );
  const options = commands.map((each) => `      ${each.name}) words='${flags(each).join(' ')}' ;;`);
  return `# bash completion for ${program}
_dataset_studio() {
  local current=\${COMP_WORDS[COMP_CWORD]} option=\${COMP_WORDS[COMP_CWORD-1]} words=''
  # --format=json is three words.
  if [ "$current" = '=' ]; then current=''
  elif [ "$option" = '=' ]; then option=\${COMP_WORDS[COMP_CWORD-2]}; fi
  local before="\${COMP_WORDS[1]} $option"
  if [ "$COMP_CWORD" -eq 2 ]; then before="${program} \${COMP_WORDS[1]}"; fi
  if [ "$COMP_CWORD" -eq 1 ]; then words='${names}'; fi
  case "$before" in
${values.join('\n')}
  esac
  if [ "$COMP_CWORD" -gt 1 ] && [[ $current == -* ]]; then
    case "\${COMP_WORDS[1]}" in
${options.join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o bashdefault -o default -F _dataset_studio ${program}
`;
}

function zsh(commands: readonly CliCommand[]): string {
  const names = commands.map(({ name, summary }) => `    ${quoted(`${name}:${summary}`)}`);
  const argumentOf = ([name, { help, value, choices: values, preset, multiple }]: [
    string,
    OptionDeclaration,
  ]) => {
    const text = help.replaceAll(/[[\]:\\]/g, ' ');
    const taken =
      value === undefined
        ? ''
        : `:${preset === undefined ? '' : ':'}${value}:${values ? `(${values.join(' ')})` : '_files'}`;
    return quoted(`${multiple ? '*' : ''}--${name}${value === undefined ? '' : '='}[${text}]${taken}`);
  };
  const help = `    help) _arguments ${quoted(`1:command:(${commands.map(({ name }) => name).join(' ')})`)} ;;`;
  const cases = commands.map(({ name, options, argumentChoices }) => {
    const rest = argumentChoices ? `1:value:(${argumentChoices.join(' ')})` : '*:file:_files';
    return `    ${name}) _arguments ${[...Object.entries(options).map(argumentOf), quoted(rest)].join(' ')} ;;`;
  });
  return `#compdef ${program}
_dataset_studio() {
  local -a commands
  commands=(
${names.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  shift words
  (( CURRENT-- ))
  case $words[1] in
${[help, ...cases].join('\n')}
  esac
}
if [ "$funcstack[1]" = _dataset_studio ]; then _dataset_studio "$@"; else compdef _dataset_studio ${program}; fi
`;
}

function fish(commands: readonly CliCommand[]): string {
  const lines = commands.flatMap(({ name, summary, options, argumentChoices }) => {
    const within = `complete -c ${program} -n '__fish_seen_subcommand_from ${name}'`;
    return [
      `complete -c ${program} -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`,
      ...(argumentChoices ? [`${within} -f -a '${argumentChoices.join(' ')}'`] : []),
      ...Object.entries(options).map(([option, { help, value, choices: values }]) => {
        const taken = values ? ` -x -a '${values.join(' ')}'` : value === undefined ? '' : ' -r';
        return `${within} -l ${option}${taken} -d ${quoted(help)}`;
      }),
    ];
  });
  lines.push(
    `complete -c ${program} -n __fish_use_subcommand -f -a help`,
    `complete -c ${program} -n '__fish_seen_subcommand_from help' -f -a '${commands.map(({ name }) => name).join(' ')}'`,
  );
  return `# fish completion for ${program}\n${lines.join('\n')}\n`;
}

function powershell(commands: readonly CliCommand[]): string {
  const list = (words: readonly string[]) => `@(${words.map((word) => `'${word}'`).join(', ')})`;
  const options = commands.map((each) => `    '${each.name}' = ${list(flags(each))}`);
  const values = choices(commands).map(({ before, values: words }) => `    '${before}' = ${list(words)}`);
  return `# PowerShell completion for ${program}
Register-ArgumentCompleter -Native -CommandName ${program} -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $options = @{
${options.join('\n')}
  }
  $values = @{
${values.join('\n')}
  }
  $words = @($commandAst.CommandElements | ForEach-Object { $_.ToString() })
  if ($wordToComplete -ne '') { $words = @($words | Select-Object -SkipLast 1) }
  $found = if ($words.Count -le 1) { @($options.Keys | Sort-Object) + 'help' }
    elseif ($words.Count -eq 2 -and $values.ContainsKey("${program} $($words[1])")) { $values["${program} $($words[1])"] }
    elseif ($values.ContainsKey("$($words[1]) $($words[-1])")) { $values["$($words[1]) $($words[-1])"] }
    elseif ($wordToComplete.StartsWith('-')) { $options[$words[1]] }
  $found | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`;
}

/** For POSIX shells, zsh, and fish. Texts of declarations have no backslashes. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
