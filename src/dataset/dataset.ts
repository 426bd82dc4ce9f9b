/** A dataset as the service takes it (specification, section 2.4). */
export interface Dataset {
  readonly name: string;
  readonly tables: readonly Table[];
}

export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
}

export interface Column {
  readonly name: string;
  /** `Int64`, `string`, `bool`, `DateTime`, or another that the service may know. */
  readonly dataType: string;
}
