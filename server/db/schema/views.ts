import type { Generated } from 'kysely';
import type { ViewQuestion, ViewScreen } from '../../../contract/entities/view.ts';
import type { InstantColumn, Json, WithDefault } from './columns.ts';

export interface ViewsTable {
  id: Generated<number>;
  /** Null once the person has been deleted. */
  owner_id: number | null;
  screen: ViewScreen;
  name: string;
  question: Json<ViewQuestion>;
  shared: WithDefault<boolean>;
  version: WithDefault<number>;
  created_at: WithDefault<InstantColumn>;
  updated_at: WithDefault<InstantColumn>;
}

export interface ViewsTables {
  views: ViewsTable;
}
