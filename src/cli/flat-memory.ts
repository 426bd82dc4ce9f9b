import { setFlagsFromString } from 'node:v8';

/**
 * Keeps the heap small during a batch. By default V8 lets the space for new objects grow to many times its first size, because
 * that makes collections rarer; a batch mostly waits for the network, so it loses nothing.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}
