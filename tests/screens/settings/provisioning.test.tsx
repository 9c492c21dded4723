import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import ProvisioningTab from '../../../src/screens/systemSettings/provisioning/ProvisioningTab.tsx';
import { createStage, Stage } from '../../models/support/stage.tsx';

it('decisions 4.17: the tab shows the SCIM base URL to copy, and the values to enter at the identity provider', async () => {
  const app = await createStage();
  render(
    <Stage app={app}>
      <ProvisioningTab />
    </Stage>,
  );
  const card = screen.getByRole('region', { name: 'Provisioning by your identity provider' });
  const address = within(card).getByLabelText<HTMLInputElement>('SCIM base URL');
  expect([address.value, address.readOnly]).toEqual([`${window.location.origin}/scim/v2`, true]);
  expect(within(card).getByRole('button', { name: /Copy/ })).toBeTruthy();
  const steps = within(card)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent?.split(/[:.,]/)[0]);
  expect(steps).toEqual([
    'Create an API token with “Provision users” in Settings',
    'Okta',
    'Microsoft Entra ID',
    'OneLogin and JumpCloud',
    'A person’s role is the value of “roles”',
  ]);
});
