import type { Route } from '../../app.types.ts';
import { configChangesRoute } from './configChanges.ts';
import { getConfigVersionRoute } from './getConfigVersion.ts';
import { getGeneralSettingsRoute } from './getGeneralSettings.ts';
import { listConfigVersionsRoute } from './listConfigVersions.ts';
import { logoRoute } from './logo.ts';
import { previewGeneralSettingsRoute } from './previewGeneralSettings.ts';
import { putGeneralSettingsRoute } from './putGeneralSettings.ts';
import { securityRoute } from './security.ts';
import { territoriesRoute } from './territories.ts';
import { tryGeneralSettingsRoute } from './tryGeneralSettings.ts';

export const settingsRoutes: readonly Route[] = [
  configChangesRoute,
  getConfigVersionRoute,
  getGeneralSettingsRoute,
  listConfigVersionsRoute,
  logoRoute,
  previewGeneralSettingsRoute,
  putGeneralSettingsRoute,
  securityRoute,
  territoriesRoute,
  tryGeneralSettingsRoute,
];
