import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import UsersScreen from '../../../src/screens/users/index.tsx';
import { settle } from '../../models/support/mountScreen.tsx';
import { createStage, Stage } from '../../models/support/stage.tsx';
import { inactiveUser, other, self } from '../../models/users/cases.ts';

const seen = vi.hoisted(() => ({ questions: [] as string[], lifted: [] as string[] }));
vi.mock('../../../src/services/users.ts', () => ({
  createUsers: () => ({
    page: async () => {
      const isLocked = seen.lifted.length === 0;
      const data = [{ ...self, sign_in_locked: true }, { ...other, ...(isLocked ? { sign_in_locked: true } : {}) }, inactiveUser];
      return { data, pagination: { cursor: null, limit: 25, total: 3 } };
    },
    liftLock: async (id: string) => void seen.lifted.push(id),
  }),
}));
vi.mock('../../../src/services/browser.ts', async (original) => ({
  ...(await original<object>()),
  confirmWithUser: async (text: string) => seen.questions.push(text) > 0,
}));
afterEach(cleanup);

// The menu's list is loaded when a menu opens; here it is preloaded.
beforeAll(() => import('../../../src/ui/menu/MenuList.tsx'));

/** Opens a person's menu; the previous one may still be fading out. */
const openMenu = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name: `Actions for ${name}` }));
  await settle();
  return within(screen.getAllByRole('menu').at(-1) ?? document.body);
};

it('decisions 4.18: an admin sees locked sign-ins, and unlocks others after confirmation', async () => {
  const app = await createStage({ features: ['users-pages'], user: self });
  await act(async () => {
    render(
      <Stage app={app}>
        <UsersScreen />
      </Stage>,
    );
  });
  await settle();
  expect(screen.getAllByText('Sign-in locked')).toHaveLength(2);
  const own = await openMenu('Ada Admin');
  expect(own.getByRole('menuitem', { name: 'Lift sign-in lock' }).getAttribute('aria-disabled')).toBe('true');
  expect((await openMenu('Cleo Park')).queryByRole('menuitem', { name: 'Lift sign-in lock' })).toBeNull();
  const others = await openMenu('Ben Ortiz');
  fireEvent.click(others.getByRole('menuitem', { name: 'Lift sign-in lock' }));
  await settle();
  await settle();
  expect(seen.questions).toEqual(['Lift the sign-in lock of Ben Ortiz? Failed attempts until now no longer count.']);
  expect(seen.lifted).toEqual(['9']);
  expect(screen.getAllByText('Sign-in locked')).toHaveLength(1);
});
