import type { WithDefault } from './columns.ts';

/** A stage of a connected CRM; `closed` null: open. */
export interface CrmStagesTable {
  connection_id: number;
  external_id: string;
  pipeline: string;
  name: string;
  position: number;
  probability: string | null;
  closed: 'won' | 'lost' | null;
  archived: WithDefault<boolean>;
}

export interface CrmTables {
  crm_stages: CrmStagesTable;
}
