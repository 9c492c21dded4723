import type { ColumnChoice, ColumnTable, PreferenceKey } from '../../contract/entities/user.ts';
import type { Http } from './http.ts';

/** spec 7.18, 7.32: column orders and widths, keyed by table; an empty list and map reset them. */
export const createPreferences = (http: Http) => {
  const save = (userId: string, key: PreferenceKey, body: object): Promise<void> =>
    http(`/api/v1/users/${encodeURIComponent(userId)}/preferences/${key}`, { method: 'PATCH', body });
  return {
    saveColumns: async (
      userId: string,
      table: ColumnTable,
      order: readonly ColumnChoice[],
      widths: Readonly<Record<string, number>>,
    ): Promise<void> => {
      await save(userId, 'table_column_orders', { [table]: order });
      await save(userId, 'table_column_widths', { [table]: widths });
    },
  };
};
