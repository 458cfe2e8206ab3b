const SLOW_MS = 300;

type Step = <T>(title: string, work: () => Promise<T>) => Promise<T>;

/** Reports a step and its duration; slow steps are announced before they finish. */
export function createStep(say: (text: string) => void): Step {
  return async (title, work) => {
    const startedAt = performance.now();
    let isSaid = false;
    const announce = () => {
      if (!isSaid) say(`${title} ... `);
      isSaid = true;
    };
    const timer = setTimeout(announce, SLOW_MS);
    const end = (text: string) => {
      clearTimeout(timer);
      announce();
      say(`${text}\n`);
    };
    try {
      const result = await work();
      end(`${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
      return result;
    } catch (error) {
      end("failed");
      throw error;
    }
  };
}
