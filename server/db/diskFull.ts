const diskFullCodes = new Set(['53100', 'ENOSPC']);

/** True if the error means that the database's disk is full, so that a retry would fail too. */
export const isDiskFull = (error: unknown): boolean => {
  const { code, message } = (error ?? {}) as { code?: string; message?: string };
  return diskFullCodes.has(code ?? '') || /no space left on device/i.test(message ?? '');
};

/** For optional writes: skipped while the disk is full, so that reading still works; the next read repeats them. */
export const skipIfDiskFull = async (work: Promise<unknown>): Promise<void> => {
  await work.catch((error: unknown) => {
    if (!isDiskFull(error)) throw error;
  });
};
