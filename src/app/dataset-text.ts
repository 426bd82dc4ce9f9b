import type { Dataset, DocumentFormat } from '../dataset/dataset.ts';

/** A new dataset as the text of a document. */
export async function datasetText(dataset: Dataset, format: DocumentFormat): Promise<string> {
  if (format === 'json') return `${JSON.stringify(dataset, null, 2)}\n`;
  const { yamlText } = await import('./yaml-text.ts');
  return yamlText(dataset);
}
