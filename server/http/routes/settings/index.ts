import type { Route } from '../../app.types.ts';
import { configChanges } from './configChanges.ts';
import { getConfigVersion } from './getConfigVersion.ts';
import { getGeneralSettings } from './getGeneralSettings.ts';
import { listConfigVersions } from './listConfigVersions.ts';
import { previewGeneralSettings } from './previewGeneralSettings.ts';
import { putGeneralSettings } from './putGeneralSettings.ts';

export const settingsRoutes: readonly Route[] = [
  configChanges,
  getConfigVersion,
  getGeneralSettings,
  listConfigVersions,
  previewGeneralSettings,
  putGeneralSettings,
];
