import {
  type ColumnProfile,
  type LineCount,
  namedColumns,
  type ProfiledColumn,
} from '../../columns/column-profile.ts';
import type { ColumnProfiles } from '../../columns/column-profiles.ts';
import { checkNameLength } from '../../inference-error.ts';
import { limits } from '../../inference-limits.ts';
import { kind } from '../../values/kinds.ts';
import type { NullTexts } from '../../values/null-texts.ts';
import { decodeJsonString } from '../../values/values.ts';
import type { WorkBudget } from '../../work-budget.ts';

/** A property of the objects at one place. */
export interface Property {
  readonly name: string;
  /** Its column's name; the last part of it where that would be too long. */
  readonly path: string;
  /** The name as it is written, with its closing quote and a colon. */
  readonly key: Uint8Array;
  /** Its place among the properties of its object. */
  readonly index: number;
  readonly profile: ColumnProfile;
  /** Values that are not empty and no objects. */
  values: number;
  /** Values that are objects. */
  objects: number;
  lastRow: number;
  /** What its values are made of that are objects. */
  object: ObjectShape | undefined;
}

/** How the properties of one table are profiled. */
export interface PropertyProfiling {
  readonly nulls: NullTexts;
  readonly profiles: ColumnProfiles;
  readonly lines?: LineCount | undefined;
}

/** The properties that objects at one place have, in the order in which they first occur. */
export class ObjectShape {
  readonly properties: Property[] = [];
  readonly #byName = new Map<string, Property>();
  readonly #profiling: PropertyProfiling;
  readonly #budget: WorkBudget;
  /** The names of the objects around it, each with a point behind it. */
  readonly #path: string;
  /** Shared by the shapes of one table. */
  readonly #total: { count: number };

  constructor(profiling: PropertyProfiling, budget: WorkBudget, path = '', total = { count: 0 }) {
    this.#profiling = profiling;
    this.#budget = budget;
    this.#path = path;
    this.#total = total;
  }

  /** Properties of all objects of the table. */
  get count(): number {
    return this.#total.count;
  }

  /** The objects that are values of a property of this one. */
  nested({ path }: Property): ObjectShape {
    return new ObjectShape(this.#profiling, this.#budget, `${path}.`, this.#total);
  }

  /** The property whose name is a string from `start` to `end`. */
  property(bytes: Uint8Array, start: number, end: number): Property {
    const name = decodeJsonString(bytes, start, end);
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    const property = this.add(name, new Uint8Array([...bytes.subarray(start, end), 0x22, 0x3a]));
    this.#byName.set(name, property);
    return property;
  }

  /** Adds a property; without a `key`, objects have none of that name. */
  add(name: string, key = new Uint8Array(0)): Property {
    const { profiles, lines } = this.#profiling;
    this.#budget.keepColumns(1);
    this.#budget.keep(4 * (name.length + key.length));
    const path = this.#path.length + name.length > limits.nameLength ? name : this.#path + name;
    const property: Property = {
      name,
      path,
      key,
      index: this.properties.length,
      profile: profiles.add(profiles.counted(path), lines),
      values: 0,
      objects: 0,
      lastRow: 0,
      object: undefined,
    };
    this.properties.push(property);
    this.#total.count++;
    return property;
  }

  /** The table's columns; those of nested objects are named `a.b`. */
  columns(rows: number): ProfiledColumn[] {
    return namedColumns([...this.#leaves('', rows)]);
  }

  *#leaves(path: string, rows: number): Iterable<Omit<ProfiledColumn, 'name'>> {
    for (const { name: last, profile, values, objects, object } of this.properties) {
      const name = path + last;
      checkNameLength(name.length, rows);
      const hasParts = object !== undefined && object.properties.length > 0;
      // A column that the data is checked for says itself whether objects fit it.
      const areObjectsValues = profile.counted === 0 ? !hasParts : (profile.counted & kind.object) !== 0;
      if (!areObjectsValues) profile.forget(kind.object);
      if (!hasParts || profile.kinds !== 0) {
        profile.empty = rows - values - (areObjectsValues ? objects : 0);
        yield { sourceName: name, profile };
      }
      if (hasParts) yield* object.#leaves(`${name}.`, rows);
    }
  }
}
