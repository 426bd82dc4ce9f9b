/** What `node:stream` reports when the reader of a pipe has closed it, such as `head`: EPIPE, on Windows also EOF. */
export function isClosedPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EPIPE' || error.code === 'EOF');
}
