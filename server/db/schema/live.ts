import type { Generated } from 'kysely';
import type { EditableField } from '../../../contract/entities/event.ts';
import type { InstantColumn } from './columns.ts';

export interface ChangesTable {
  id: Generated<number>;
  topic: 'event' | 'notice' | 'approval';
  about: number | null;
  field: EditableField | null;
  by_id: number | null;
  /** The transaction that wrote the row. */
  moment: Generated<string>;
  at: Generated<InstantColumn>;
}

export interface LiveTables {
  changes: ChangesTable;
}
