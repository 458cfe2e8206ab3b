/** A binary heap by time. Ties keep insertion order, so that runs are repeatable. */
export class EventQueue<T extends { atUs: number }> {
  readonly #heap: { event: T; order: number }[] = [];
  #pushed = 0;

  push(event: T): void {
    const heap = this.#heap;
    const added = { event, order: this.#pushed };
    this.#pushed += 1;
    let at = heap.length;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || !isBefore(added, above)) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = added;
  }

  pop(): T | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (heap.length === 0 || last === undefined) return first?.event;
    let at = 0;
    for (;;) {
      const left = heap[2 * at + 1];
      const right = heap[2 * at + 2];
      const isRight = left !== undefined && right !== undefined && isBefore(right, left);
      const child = isRight ? right : left;
      if (child === undefined || !isBefore(child, last)) break;
      heap[at] = child;
      at = 2 * at + (isRight ? 2 : 1);
    }
    heap[at] = last;
    return first?.event;
  }
}

type Entry = { event: { atUs: number }; order: number };

function isBefore(one: Entry, other: Entry): boolean {
  if (one.event.atUs !== other.event.atUs) return one.event.atUs < other.event.atUs;
  return one.order < other.order;
}
