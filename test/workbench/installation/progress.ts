/** How often a step is printed again, in milliseconds. */
const interval = 10_000;

/** Prints each step of work that takes minutes, and prints it again until the next one: silence would look like the end. */
export async function withProgress<Value>(
  name: string,
  work: (startStep: (step: string) => void) => Promise<Value>,
): Promise<Value> {
  const started = Date.now();
  let current = 'starting';
  const print = () => console.error(`${name}: ${current} (${Math.round((Date.now() - started) / 1000)} s)`);
  const timer = setInterval(print, interval);
  try {
    return await work((step) => {
      current = step;
      print();
    });
  } finally {
    clearInterval(timer);
  }
}
