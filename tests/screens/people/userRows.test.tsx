import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import UsersScreen from '../../../src/screens/users/index.tsx';
import { settle } from '../../models/support/mountScreen.tsx';
import { createStage, Stage } from '../../models/support/stage.tsx';
import { other, self } from '../../models/users/cases.ts';

const summary = vi.hoisted(() => ({ current: { active: 2, inactive: 0, temporary: 0, locked: 0 } }));
vi.mock('../../../src/services/users.ts', () => ({
  createUsers: () => ({
    page: async () => ({ data: [self, other], pagination: { cursor: null, limit: 25, total: 2 }, summary: summary.current }),
  }),
}));
afterEach(cleanup);

const show = async (features: readonly string[]) => {
  window.history.replaceState(null, '', '/admin/users');
  const app = await createStage({ features: ['users-pages', ...features] as never, user: self });
  await act(async () => {
    render(
      <Stage app={app}>
        <UsersScreen />
      </Stage>,
    );
  });
  await settle();
};

it("decisions 8.04: a click on a row opens the person's page, like the linked name", async () => {
  await show(['person-page']);
  expect(screen.getByRole('link', { name: 'Ben Ortiz' }).getAttribute('href')).toBe('/people/9');
  fireEvent.click(screen.getByText(other.email));
  expect(window.location.pathname).toBe('/people/9');
});

it('decisions 8.04: without person pages, a click on a row edits the person', async () => {
  await show([]);
  fireEvent.click(screen.getByText(other.email));
  await settle();
  expect(await screen.findByRole('dialog', { name: 'Edit User' })).toBeTruthy();
});

it('shows first who can sign in, and who has a problem with it', async () => {
  summary.current = { active: 47, inactive: 2, temporary: 1, locked: 3 };
  await show([]);
  expect(screen.getByText('47 people can sign in').parentElement?.textContent).toBe(
    '47 people can sign in · 2 inactive · 1 still has a temporary password · 3 are locked out',
  );
});
