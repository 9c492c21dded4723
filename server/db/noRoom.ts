const codes = new Set(['53100', 'ENOSPC']);

/** Whether an error means that the disk of the database is full: another try finds no room either. */
export const isNoRoom = (error: unknown): boolean => {
  const { code, message } = (error ?? {}) as { code?: string; message?: string };
  return codes.has(code ?? '') || /no space left on device/i.test(message ?? '');
};

/** For what may wait until there is room, so that reading still works when the disk is full: the next read does it. */
export const whenRoom = async (work: Promise<unknown>): Promise<void> => {
  await work.catch((error: unknown) => {
    if (!isNoRoom(error)) throw error;
  });
};
