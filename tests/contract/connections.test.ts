import { describe, expect, it } from 'vitest';
import {
  connectionStatusBadge,
  integrationStatusBadge,
  syncFrequencies,
  syncFrequencyLabels,
  syncRunBadges,
} from '../../contract/entities/connection.ts';
import { syncRunStates } from '../../contract/lifecycles/syncRun.ts';

describe('badges of an integration', () => {
  it('spec 4.08: active shows Connected, pending Pending, anything else Inactive', () => {
    expect(['active', 'pending', 'expired', '', 'what'].map((status) => integrationStatusBadge(status).label)).toEqual([
      'Connected',
      'Pending',
      'Inactive',
      'Inactive',
      'Inactive',
    ]);
  });

  it('spec 4.08: connected shows Connected, error Error, otherwise Not Tested', () => {
    expect(['connected', 'error', 'not_tested', null, undefined].map((status) => connectionStatusBadge(status).label)).toEqual([
      'Connected',
      'Error',
      'Not Tested',
      'Not Tested',
      'Not Tested',
    ]);
  });

  it('spec 2.57: frequencies are named as specified', () => {
    expect(syncFrequencies.map((syncFrequency) => syncFrequencyLabels[syncFrequency])).toEqual([
      'Real-time',
      'Every Hour',
      'Daily',
      'Manual Only',
    ]);
    expect(syncRunStates.map((state) => syncRunBadges[state].label)).toEqual(['Queued', 'Processing', 'Completed', 'Failed', 'Cancelled']);
  });
});
