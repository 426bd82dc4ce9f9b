import { hasDatasetName } from '../dataset/dataset.ts';
import { dataFilesIn } from '../inference/formats/formats.ts';
import type { SearchedFiles } from './searched-files.ts';

export const searchedData: SearchedFiles = {
  hidden: false,
  inFolder: (files) => dataFilesIn(files, (file) => file),
  isWanted: (file) => !hasDatasetName(file),
};
