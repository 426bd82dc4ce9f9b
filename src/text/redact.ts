/** What stands where a secret was. */
export const mask = '•••';

/** Takes secrets out of a text, in the spellings that a server could give them back in. */
export function redact(text: string, secrets: readonly string[]): string {
  const spellings = new Set(secrets.filter((secret) => secret.length >= 4).flatMap(spellingsOf));
  // A longer spelling first: a shorter one may be a part of it.
  return [...spellings]
    .sort((a, b) => b.length - a.length)
    .reduce((redacted, spelling) => redacted.replaceAll(spelling, mask), text);
}

function spellingsOf(secret: string): string[] {
  const form = new URLSearchParams([['', secret]]).toString().slice(1);
  const percent = form.replaceAll('+', '%20');
  const json = JSON.stringify(secret).slice(1, -1);
  const base64 = Buffer.from(secret).toString('base64');
  return [
    secret,
    ...[form, percent].flatMap((text) => [text, text.replace(/%../g, (code) => code.toLowerCase())]),
    json,
    json.replaceAll('/', '\\/'),
    asciiJson(json, (code) => code),
    asciiJson(json, (code) => code.toUpperCase()),
    html(secret),
    base64,
    base64.replace(/=+$/, ''),
    Buffer.from(secret).toString('base64url'),
  ];
}

/** JSON as many servers write it: with everything beyond ASCII escaped, in small or in capital letters. */
function asciiJson(json: string, letters: (code: string) => string): string {
  return json.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${letters(unit.charCodeAt(0).toString(16).padStart(4, '0'))}`,
  );
}

function html(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&${htmlNames[character] ?? ''};`);
}

const htmlNames: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": '#39',
};
