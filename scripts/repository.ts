import { join } from 'node:path';

export const repositoryFolder = join(import.meta.dirname, '..');
export const samplesFolder = join(repositoryFolder, 'samples');
