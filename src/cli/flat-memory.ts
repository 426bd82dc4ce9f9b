import { setFlagsFromString } from 'node:v8';

/**
 * Keeps the heap small during a batch. By default V8 lets the heap grow to a multiple of what is in use, because that makes
 * collections rarer. A batch mostly waits for the network, so it loses nothing.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=10');
}
