import { beforeEach, describe, expect, it } from 'vitest';
import { getDisplayedStage } from '../../../src/machines/deals/boardMoves.ts';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { board, boardOf, deal, dealsBoard, moved, readOnlyDeal, stale } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...dealsBoard,
    holds: ({ snapshot, rig }) => {
      const { moves, board, answered, question } = snapshot.context;
      expect(rig.jobs.has('loadBoard')).toBe(snapshot.matches({ reading: 'loading' }));
      expect(rig.jobs.has('saveMove')).toBe(snapshot.matches({ saving: 'moving' }));
      expect(moves.length > 0).toBe(snapshot.matches({ saving: 'moving' }));
      // The response to another question is never shown as the answer to this one.
      if (snapshot.matches({ reading: 'failed' }) && board !== null) expect(answered).toEqual(question);
    },
  },
  table,
  ignored,
);

describe('decisions 2.17: the board', () => {
  const create = () => createRig(dealsBoard.machine, { question: {} });
  let rig: ReturnType<typeof create>;
  const context = () => rig.actor.getSnapshot().context;
  const shownAt = (): string => getDisplayedStage(context().board!.data[0]!, context().moves);
  const move = (stage: string, id = '7') => rig.actor.send({ type: 'card.move', id, stage });
  beforeEach(async () => {
    rig = create();
    rig.actor.start();
    await rig.resolve('loadBoard', board);
  });

  it('moves a card at once, saves it with the version that was seen, and reloads the totals', async () => {
    move('Verbal');
    expect(shownAt()).toBe('Verbal');
    expect(rig.calls.at(-1)).toEqual({ id: 'saveMove', input: { deal, stage: 'Verbal' } });
    await rig.resolve('saveMove', moved);
    expect(rig.effects).toEqual([{ name: 'reportMoved', params: { deal: moved } }]);
    expect(rig.calls.at(-1)).toEqual({ id: 'loadBoard', input: { question: {} } });
    expect(shownAt()).toBe('Verbal');
  });

  it('puts a refused card back, with all its later moves, and says why', async () => {
    move('Verbal');
    move('Prospecting');
    expect(shownAt()).toBe('Prospecting');
    await rig.reject('saveMove', stale);
    expect([shownAt(), context().moves]).toEqual(['Proposal', []]);
    expect(context().error).toBe('Robotics week could not be moved and is back in Proposal. Somebody else has changed this deal.');
    expect(rig.calls.at(-1)?.id).toBe('loadBoard');
  });

  it('shows where another user has moved a card meanwhile', async () => {
    move('Verbal');
    await rig.reject('saveMove', { ...stale, data: { ...stale.data, current: { ...deal, stage: 'Negotiation', version: 5 } } });
    expect(context().error).toBe('Robotics week could not be moved and is in Negotiation now. Somebody else has changed this deal.');
  });

  it('saves the moves of a card one by one, each from the previous version', async () => {
    move('Verbal');
    move('Negotiation');
    expect(rig.calls.filter(({ id }) => id === 'saveMove')).toHaveLength(1);
    await rig.resolve('saveMove', moved);
    expect(rig.calls.filter(({ id }) => id === 'saveMove').at(-1)?.input).toEqual({ deal: moved, stage: 'Negotiation' });
    expect(shownAt()).toBe('Negotiation');
  });

  it('reloads with the list, but not twice for another query, which it requests itself', async () => {
    const reads = () => rig.calls.filter(({ id }) => id === 'loadBoard').length;
    rig.actor.send({ type: 'list.read', question: {} });
    expect(reads()).toBe(1);
    rig.actor.send({ type: 'list.read', question: {} });
    expect(reads()).toBe(2);
    rig.actor.send({ type: 'question.changed', question: { owner: '4' } });
    rig.actor.send({ type: 'list.read', question: { owner: '4' } });
    expect(reads()).toBe(3);
  });

  it('an earlier load does not undo a move being saved', async () => {
    rig.actor.send({ type: 'board.reload' });
    move('Verbal');
    await rig.resolve('loadBoard', board);
    expect(shownAt()).toBe('Verbal');
  });

  it('saves a move even if a filter removes the card from the board first', async () => {
    move('Verbal');
    move('Negotiation');
    rig.actor.send({ type: 'question.changed', question: { owner: '4' } });
    await rig.resolve('loadBoard', boardOf(readOnlyDeal));
    await rig.resolve('saveMove', moved);
    expect(rig.calls.filter(({ id }) => id === 'saveMove').at(-1)?.input).toEqual({ deal: moved, stage: 'Negotiation' });
  });

  it.each([
    ['7', 'Proposal'],
    ['7', 'Demo done'],
    ['8', 'Verbal'],
    ['9', 'Verbal'],
  ])('does not move %s to %s', (id, stage) => {
    expect(rig.actor.getSnapshot().can({ type: 'card.move', id, stage })).toBe(false);
    move(stage, id);
    expect(context().moves).toEqual([]);
  });
});
