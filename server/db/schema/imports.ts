import type { FileColumn, ImportFate, ImportMapping, ImportPersonChange } from '../../../contract/entities/import.ts';
import type { ImportKind } from '../../../contract/rules/imports/fields.ts';
import type { Cell } from '../../../contract/rules/imports/formats.ts';
import type { Instant, Json, Maybe, WithDefault } from './columns.ts';

/** A run that is a file, from its upload on. */
export interface ImportsTable {
  run_id: number;
  kind: ImportKind;
  size_bytes: number;
  uploaded_bytes: WithDefault<number>;
  header_row: WithDefault<number>;
  columns: Json<readonly FileColumn[]>;
  warnings: Json<readonly string[]>;
  shape: Maybe<string>;
  mapping: Json<ImportMapping>;
  remembered: WithDefault<boolean>;
  people: Json<readonly ImportPersonChange[]>;
  more_people: WithDefault<number>;
  dropped_at: Maybe<Instant>;
}

export interface ImportPartsTable {
  run_id: number;
  part: number;
  content: Uint8Array;
}

/** `done`: what the run did with the row; 'waiting' is a memo whose original has not come yet. */
export interface ImportRowsTable {
  run_id: number;
  row_number: number;
  cells: Json<readonly Cell[]>;
  key: Maybe<string>;
  hash: Maybe<string>;
  user_id: Maybe<number>;
  fate: Maybe<ImportFate>;
  field: Maybe<string>;
  code: Maybe<string>;
  facts: Json<Readonly<Record<string, string | number>> | null>;
  reason: Maybe<string>;
  accepted: WithDefault<boolean>;
  done: Maybe<ImportFate | 'waiting'>;
}

export interface ImportShapesTable {
  kind: ImportKind;
  shape: string;
  mapping: Json<ImportMapping>;
  updated_by: Maybe<number>;
  updated_at: WithDefault<Instant>;
}

export interface ImportsTables {
  imports: ImportsTable;
  import_parts: ImportPartsTable;
  import_rows: ImportRowsTable;
  import_shapes: ImportShapesTable;
}
