/** A step of a test that tells one story, in which each step needs those before it. A failure names its step. */
export async function step(title: string, body: () => Promise<void>): Promise<void> {
  try {
    await body();
  } catch (error) {
    if (error instanceof Error) error.message = `${title}: ${error.message}`;
    throw error;
  }
}
