import { env } from 'vscode';

/** A `Uri` would be decoded and encoded again, which breaks a URL within the query; a string is passed on unchanged. */
const openExternal: (address: string) => Thenable<boolean> = (address) =>
  Reflect.apply(env.openExternal, env, [address]);

/** Opens the user's browser; false if that failed, or the user declined. */
export async function openBrowser(url: URL): Promise<boolean> {
  return openExternal(url.href);
}
