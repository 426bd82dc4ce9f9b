/** Identifies a document's text: the SHA-256 of its UTF-8 bytes in lower-case hexadecimal. */
export async function versionOf(content: Uint8Array): Promise<string> {
  // Web Crypto, because it exists in Node.js and in browsers.
  const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(content));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
