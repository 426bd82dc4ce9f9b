/** Whether a reader such as `head` has closed the pipe: EPIPE, on Windows also EOF. */
export function isClosedPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EPIPE' || error.code === 'EOF');
}
