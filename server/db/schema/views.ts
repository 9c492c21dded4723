import type { Generated } from 'kysely';
import type { ViewQuestion, ViewScreen } from '../../../contract/entities/view.ts';
import type { Instant, Json, WithDefault } from './columns.ts';

export interface ViewsTable {
  id: Generated<number>;
  /** Null: the person is not there any more. */
  owner_id: number | null;
  screen: ViewScreen;
  name: string;
  question: Json<ViewQuestion>;
  shared: WithDefault<boolean>;
  version: WithDefault<number>;
  created_at: WithDefault<Instant>;
  updated_at: WithDefault<Instant>;
}

export interface ViewsTables {
  views: ViewsTable;
}
