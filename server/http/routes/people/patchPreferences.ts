import { type PreferenceKey, Preferences, preferenceSchemas } from '../../../../contract/entities/user.ts';
import { can } from '../../../../contract/permissions.ts';
import { savePreferences } from '../../../domain/people/savePreferences.ts';
import { forbidden, notFoundProblem } from '../../../domain/shared/problem.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route, ServerApp } from '../../app.types.ts';
import { answers, idParams } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

const MAX_BYTES = 8 * 1024;
const keys = Object.keys(preferenceSchemas) as PreferenceKey[];

const operationIds: Readonly<Record<PreferenceKey, string>> = {
  table_column_orders: 'patchColumnOrders',
  table_column_widths: 'patchColumnWidths',
  dashboard_settings: 'patchDashboardSettings',
  notification_settings: 'patchNotificationSettings',
};

const addPreferenceRoute = (app: ServerApp, services: Parameters<Route>[1], key: PreferenceKey): void => {
  app.patch(
    `/api/v1/users/:id/preferences/${key}`,
    {
      bodyLimit: MAX_BYTES,
      config: { permission: 'preferences:write' },
      schema: {
        operationId: operationIds[key],
        summary: `Save ${key}`,
        tags: ['users'],
        params: idParams,
        body: preferenceSchemas[key],
        response: answers({ 200: Preferences }),
      },
    },
    async (request) => {
      const { id } = request.params;
      if (!can(principalIn(request).actor, 'preferences:write', { owner_id: id })) throw forbidden();
      const userId = rowId(id);
      if (userId === null) throw notFoundProblem('user');
      return savePreferences(services, userId, key, request.body);
    },
  );
};

/** spec 7.18, 7.32: one route per key, each with its own schema; any other key is 404. */
export const patchPreferencesRoute: Route = (app, services) => {
  for (const key of keys) addPreferenceRoute(app, services, key);
};
