import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useSearch } from 'wouter';
import type { Role } from '../../../contract/entities/user.ts';
import { useQueryInUrl } from '../../../src/shared/lists/useQueryInUrl.ts';
import { ScopeControl } from '../../../src/shared/scope/ScopeControl.tsx';
import { useScope } from '../../../src/shared/scope/useScope.ts';
import { user } from '../../models/session/cases.ts';
import { createStage, Stage } from '../../models/support/stage.tsx';

function Page({ hasReports }: { hasReports: boolean }) {
  const choice = useScope({ canNarrow: true, hasReports });
  useQueryInUrl({ question: 'period=month', search: useSearch(), follow: () => {} });
  return (
    <>
      <ScopeControl {...choice} />
      <p data-testid="scope">{choice.scope}</p>
    </>
  );
}
const visit = async (role: Role, address: string, hasReports = false) => {
  window.history.pushState(null, '', address);
  const app = await createStage({ user: { ...user, id: '7', role } });
  await act(async () => {
    render(
      <Stage app={app}>
        <Page hasReports={hasReports} />
      </Stage>,
    );
  });
};
const scope = () => screen.getByTestId('scope').textContent;
const query = () => window.location.search;

beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

describe('the scope of a page (decisions 3.09)', () => {
  it('a manager starts with My team, and the address says so without a history entry', async () => {
    const steps = window.history.length;
    await visit('sales_manager', '/commissions');
    expect(scope()).toBe('team');
    await waitFor(() => expect(query()).toBe('?period=month&scope=team'));
    expect(window.history.length).toBeLessThanOrEqual(steps + 1);
    expect(screen.getByRole('radio', { name: 'My team' }).getAttribute('aria-checked')).toBe('true');
  });

  it('Company stays in the address and on the next page, and Back undoes it', async () => {
    await visit('sales_manager', '/commissions');
    await waitFor(() => expect(query()).toBe('?period=month&scope=team'));
    fireEvent.click(screen.getByRole('radio', { name: 'Company' }));
    await waitFor(() => expect([scope(), query()]).toEqual(['company', '?period=month&scope=company']));
    cleanup();
    await visit('sales_manager', '/analytics');
    expect(scope()).toBe('company');
    await waitFor(() => expect(query()).toBe('?period=month&scope=company'));
    await act(async () => window.history.back());
    await act(async () => window.history.back());
    await waitFor(() => expect([scope(), query()]).toEqual(['team', '?period=month&scope=team']));
  });

  it('a link shows its own scope', async () => {
    await visit('sales_manager', '/commissions?period=month&scope=company');
    expect(scope()).toBe('company');
  });

  it.each(['vp_sales', 'admin', 'finance', 'salesperson'] as const)('%s sees the company without a choice', async (role) => {
    await visit(role, '/commissions?scope=team');
    expect(scope()).toBe('company');
    expect(screen.queryByRole('radio')).toBeNull();
  });

  it('others with reports start with the company and may choose their team', async () => {
    await visit('vp_sales', '/commissions', true);
    expect(scope()).toBe('company');
    fireEvent.click(screen.getByRole('radio', { name: 'My team' }));
    await waitFor(() => expect(scope()).toBe('team'));
  });
});
