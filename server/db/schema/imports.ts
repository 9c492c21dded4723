import type { Generated } from 'kysely';
import type {
  FileColumn,
  ImportChoices,
  ImportDetail,
  ImportFate,
  ImportMapping,
  ImportPersonChange,
  ImportQuestion,
} from '../../../contract/entities/import.ts';
import type { ImportKind } from '../../../contract/rules/imports/fields.ts';
import type { Cell } from '../../../contract/rules/imports/formats.ts';
import type { LayoutId } from '../../../contract/rules/imports/layouts/layout.ts';
import type { InstantColumn, Json, Maybe, WithDefault } from './columns.ts';

/** A file import run, from its upload on. */
export interface ImportsTable {
  run_id: number;
  kind: ImportKind;
  size_bytes: number;
  uploaded_bytes: WithDefault<number>;
  header_row: WithDefault<number>;
  columns: Json<readonly FileColumn[]>;
  warnings: Json<readonly string[]>;
  shape: Maybe<string>;
  layout: WithDefault<LayoutId>;
  mapping: Json<ImportMapping>;
  choices: Json<ImportChoices>;
  questions: Json<readonly ImportQuestion[]>;
  notes: Json<ImportDetail['notes']>;
  remembered: WithDefault<boolean>;
  people: Json<readonly ImportPersonChange[]>;
  more_people: WithDefault<number>;
  dropped_at: Maybe<InstantColumn>;
}

export interface ImportPartsTable {
  run_id: number;
  part: number;
  content: Uint8Array;
}

/** `done`: the run's outcome for the row; 'waiting' is a memo whose original has not arrived yet. */
export interface ImportRowsTable {
  run_id: number;
  row_number: number;
  cells: Json<readonly Cell[]>;
  key: Maybe<string>;
  hash: Maybe<string>;
  user_id: Maybe<number>;
  invoice_id: Maybe<number>;
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
  /** Null: stored before layouts existed. */
  layout: Maybe<LayoutId>;
  updated_by: Maybe<number>;
  updated_at: WithDefault<InstantColumn>;
}

/** A text in files, and the person staff matched it to. */
export interface ImportNamesTable {
  id: Generated<number>;
  text: string;
  text_key: string;
  user_id: number;
  created_by: Maybe<number>;
  created_at: WithDefault<InstantColumn>;
}

export interface ImportsTables {
  import_names: ImportNamesTable;
  imports: ImportsTable;
  import_parts: ImportPartsTable;
  import_rows: ImportRowsTable;
  import_shapes: ImportShapesTable;
}
