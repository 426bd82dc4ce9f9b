import { buildBundles } from './build.ts';
import { makeVsix } from './vsix.ts';

await buildBundles();
const { path, size, files } = await makeVsix();
console.log(`${path}: ${files} files, ${Math.ceil(size / 1024)} KiB`);
