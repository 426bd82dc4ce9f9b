import { limits } from '../../limits.ts';
import { isBuiltInDateFormat, isDateFormat } from './serial-date.ts';
import type { XmlAttributes } from './xml-attributes.ts';
import { damaged, type XmlHandler } from './xml-scanner.ts';

/** Finds out which styles of cells show dates (ECMA-376, part 1, section 18.8). */
export class StylesReader implements XmlHandler {
  /** For each style of cells whether it shows a date or a time. */
  readonly areDates: boolean[] = [];
  readonly #formats = new Map<number, boolean>();
  #isInCellStyles = false;

  open(name: string, attributes: XmlAttributes): void {
    if (name === 'numFmt') {
      if (this.#formats.size > limits.columns) throw damaged();
      this.#formats.set(Number(attributes.get('numFmtId')), isDateFormat(attributes.get('formatCode') ?? ''));
    } else if (name === 'cellXfs') this.#isInCellStyles = true;
    else if (name === 'xf' && this.#isInCellStyles) {
      const id = Number(attributes.get('numFmtId') ?? 0);
      this.areDates.push(this.#formats.get(id) ?? isBuiltInDateFormat(id));
      // Excel has 65,490 at most.
      if (this.areDates.length > 100_000) throw damaged();
    }
  }

  close(name: string): void {
    if (name === 'cellXfs') this.#isInCellStyles = false;
  }
}
