import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useSearch } from 'wouter';
import type { Role } from '../../../contract/entities/user.ts';
import { MenuLinks } from '../../../src/app/shell/MenuLinks.tsx';
import { toSearchQuery } from '../../../src/shared/lists/listInUrl.ts';
import { useQueryInUrl } from '../../../src/shared/lists/useQueryInUrl.ts';
import { ScopeControl } from '../../../src/shared/scope/ScopeControl.tsx';
import { useScope } from '../../../src/shared/scope/useScope.ts';
import { user } from '../../models/session/cases.ts';
import { createStage, Stage } from '../../models/support/stage.tsx';

const people = [{ value: '12', label: 'Ana Ruiz' }];
function Page({ hasReports }: { hasReports: boolean }) {
  const [person, setPerson] = useState('');
  const choice = useScope({ canNarrow: true, hasReports });
  useQueryInUrl({
    question: toSearchQuery({ period: 'month', person }),
    search: useSearch(),
    follow: (address) => setPerson(new URLSearchParams(address).get('person') ?? ''),
  });
  return (
    <>
      <ScopeControl {...choice} people={people} person={person} onPerson={setPerson} />
      <MenuLinks />
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
const field = () => screen.queryByRole<HTMLSelectElement>('combobox', { name: 'Shown for' });
const choose = (value: string) => fireEvent.change(field() as HTMLSelectElement, { target: { value } });
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
    expect(field()?.value).toBe('team');
  });

  it('Company stays in the address and on the next page, and Back undoes it', async () => {
    await visit('sales_manager', '/commissions');
    await waitFor(() => expect(query()).toBe('?period=month&scope=team'));
    choose('company');
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

  it('a person stays chosen on the next page of the menu, until the whole scope is chosen again', async () => {
    const linkTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    await visit('sales_manager', '/commissions');
    choose('12');
    await waitFor(() => expect(query()).toBe('?period=month&person=12&scope=team'));
    expect([linkTo('Deals'), linkTo('Analytics'), linkTo('Events')]).toEqual(['/deals?person=12', '/analytics?person=12', '/events']);
    choose('company');
    await waitFor(() => expect(query()).toBe('?period=month&scope=company'));
    expect([field()?.value, linkTo('Deals')]).toEqual(['company', '/deals']);
  });

  it.each(['vp_sales', 'admin', 'finance', 'salesperson'] as const)('%s has no other whole scope than the company', async (role) => {
    await visit(role, '/commissions?scope=team');
    expect(scope()).toBe('company');
    expect([...(field()?.options ?? [])].map(({ value }) => value)).toEqual(['company', '12']);
  });

  it('others with reports start with the company and may choose their team', async () => {
    await visit('vp_sales', '/commissions', true);
    expect(scope()).toBe('company');
    choose('team');
    await waitFor(() => expect(scope()).toBe('team'));
  });
});
