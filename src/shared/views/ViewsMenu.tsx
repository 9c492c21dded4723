import { Suspense } from 'react';
import type { View, ViewQuestion } from '../../../contract/entities/view.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Menu } from '../../ui/menu/Menu.tsx';
import type { MenuItem } from '../../ui/menu/types.ts';
import { lazyComponent } from '../../ui/support/later.tsx';
import type { Views } from './useViews.ts';

const [ViewDialog] = lazyComponent(() => import('./ViewDialog.tsx'));
const t = messages.views;

type Props = Readonly<{
  views: Views;
  /** The open view; `changed` is true if its question was changed since it was opened. */
  current: string | null;
  changed: boolean;
  /** The screen's current question. */
  question: () => ViewQuestion;
  onOpen: (view: View) => void;
  /** The number of matches by view id, if the screen counts them; `onShown` is called when the menu opens. */
  counts?: Readonly<Record<string, number>>;
  onShown?: () => void;
}>;

const toLabel = ({ name, own, owner_name }: View): string => {
  if (own) return name;
  return owner_name === null ? fill(t.sharedGone, { name }) : fill(t.shared, { name, owner: owner_name });
};

const withCount = (view: View, count: number | undefined): string =>
  count === undefined ? toLabel(view) : fill(t.counted, { view: toLabel(view), count: count.toLocaleString('en-US') });

/** The saved views of a screen: opens, renames, shares and deletes them, and saves the current question. */
export function ViewsMenu({ views, current, changed, question, onOpen, counts = {}, onShown }: Props) {
  const openView = views.views.find(({ id }) => id === current);
  const name = { name: openView?.name ?? '' };
  const viewItems = views.views.map(
    (view): MenuItem => ({ key: view.id, label: withCount(view, counts[view.id]), onSelect: () => onOpen(view) }),
  );
  const viewActions: readonly MenuItem[] = openView?.own
    ? [
        ...(changed ? [{ key: 'update', label: fill(t.update, name), onSelect: () => views.update(openView, question()) }] : []),
        { key: 'edit', label: fill(t.edit, name), onSelect: () => views.edit(openView) },
        { key: 'remove', label: fill(t.remove, name), danger: true, onSelect: () => views.remove(openView) },
      ]
    : [];
  const addItem = { key: 'add', label: t.save, onSelect: () => views.add(question()) };
  return (
    <>
      <Menu
        label={t.title}
        trigger={openView ? (changed ? fill(t.changed, name) : openView.name) : t.title}
        triggerClass="p-button p-button-secondary"
        onOpenChange={(open) => open && onShown?.()}
        items={[...viewItems, addItem, ...viewActions].map((item) => ({ ...item, disabled: views.busy }))}
      />
      {views.error !== null && views.form === null && <Alert {...(views.failed ? { onRetry: views.retry } : {})}>{views.error}</Alert>}
      {views.form && (
        <Suspense fallback={null}>
          <ViewDialog form={views.form} error={views.error} saving={views.saving} submit={views.submit} cancel={views.cancel} />
        </Suspense>
      )}
    </>
  );
}
