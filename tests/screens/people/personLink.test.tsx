import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Deal } from '../../../contract/entities/deal.ts';
import type { Role, User } from '../../../contract/entities/user.ts';
import { dealColumns } from '../../../src/screens/deals/columns.tsx';
import { PersonLink } from '../../../src/shared/people/PersonLink.tsx';
import { Grid } from '../../../src/ui/grid/Grid.tsx';
import { user as someone } from '../../models/session/cases.ts';
import { createStage, Stage } from '../../models/support/stage.tsx';

beforeEach(() => window.history.replaceState(null, '', '/deals'));
afterEach(cleanup);

const stageOf = (role: Role, features: readonly string[] = ['person-page']) =>
  createStage({ features, user: { ...someone, id: '2', role } as User });
const hrefOf = (): string | null => screen.queryByRole('link', { name: 'Ana Ruiz' })?.getAttribute('href') ?? null;

describe('a name links to the person’s page (decisions 3.10)', () => {
  it.each([
    ['admin', { manager_id: null }, '/people/12'],
    ['vp_sales', {}, '/people/12'],
    ['finance', {}, '/people/12'],
    ['sales_manager', { manager_id: '2' }, '/people/12'],
    ['sales_manager', { manager_id: '3' }, null],
    ['sales_manager', { isListed: true }, '/people/12'],
    ['sales_manager', { manager_id: '3', fallbackHref: '/commissions' }, '/commissions'],
    ['salesperson', { manager_id: '2' }, null],
    ['salesperson', { id: '2' }, '/people/2'],
    ['events_manager', {}, null],
    ['admin', { id: null }, null],
  ] as const)('%s with %j: %s', async (role, more, href) => {
    const app = await stageOf(role);
    render(
      <Stage app={app}>
        <PersonLink id="12" name="Ana Ruiz" {...more} />
      </Stage>,
    );
    expect(screen.getByText('Ana Ruiz')).toBeDefined();
    expect(hrefOf()).toBe(href);
  });

  it('decisions 1.02: is plain, or the previous filter, on a provider without the page', async () => {
    const app = await stageOf('admin', []);
    const { rerender } = render(
      <Stage app={app}>
        <PersonLink id="12" name="Ana Ruiz" />
      </Stage>,
    );
    expect(hrefOf()).toBeNull();
    rerender(
      <Stage app={app}>
        <PersonLink id="12" name="Ana Ruiz" fallbackHref="/deals?owner=12" />
      </Stage>,
    );
    expect(hrefOf()).toBe('/deals?owner=12');
  });

  it('does not open its row', async () => {
    const app = await stageOf('admin');
    const onRowOpen = vi.fn();
    const deal = {
      id: '5',
      name: 'Robot week',
      owner_id: '12',
      owner_name: 'Ana Ruiz',
      customer_name: 'Mesa',
      stage: 'Proposal',
      needs: [],
    };
    render(
      <Stage app={app}>
        <Grid
          label="Deals"
          columns={dealColumns.filter(({ key }) => ['name', 'owner_name'].includes(key))}
          rows={[deal as unknown as Deal]}
          rowKey={({ id }) => id}
          layout={{ order: ['name', 'owner_name'], hidden: [], widths: {} } as never}
          onLayoutChange={() => {}}
          sort={null}
          onSort={() => {}}
          state="ready"
          empty={null}
          onRowOpen={onRowOpen}
          rowLabel={({ name }) => name}
        />
      </Stage>,
    );
    fireEvent.click(screen.getByRole('link', { name: 'Ana Ruiz' }));
    expect(onRowOpen).not.toHaveBeenCalled();
    expect(window.location.pathname).toBe('/people/12');
    fireEvent.click(screen.getByText('Robot week'));
    expect(onRowOpen).toHaveBeenCalledTimes(1);
  });
});
