import type { SecuritySettings } from '../../../contract/entities/secondFactor.ts';
import { secondFactor as t } from '../../../contract/messages/secondFactor.ts';
import { deskOf } from '../support/desk.ts';
import { toFailureMessage } from '../support/failure.ts';

export type SecurityStep = Readonly<{ kind: 'save'; settings: SecuritySettings }>;

/**
 * The company's rules for second factors (decisions 4.16). Normal path: loading → shown → saving → shown.
 * Never: show rules as saved before the server has accepted them.
 */
export const securitySettingsMachine = deskOf<SecuritySettings, SecurityStep, SecuritySettings>()({
  id: 'securitySettings',
  canTake: () => true,
  toContent: (result) => result,
  describeFailure: (error, step) => toFailureMessage({ error, fallback: step ? t.settingsFailed : t.settingsLoadFailed }),
});
