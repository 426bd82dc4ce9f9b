/** The pattern of files that are named like one: each run of digits becomes one `*`. A glob can't escape what is special in it. */
export function patternFor(name: string): string {
  return name.replace(/\d+/g, '*').replace(/[?{}]|\*(?=\*)/g, (special) => (special === '*' ? '' : '?'));
}
