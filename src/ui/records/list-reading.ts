// Reading a list that changes meanwhile: a job ends, the page is seen again, or somebody deletes a record or
// changes its tags while the lab still sends how it was.

/** Told whether what it reads still counts; ends at once where it does not. */
export type ReadList = (counts: () => boolean) => Promise<void>;

export class ListReading {
  #begun = 0;
  #changes = 0;

  /** The reading that was begun last counts. One in which something was changed is begun anew. */
  async read(read: ReadList): Promise<void> {
    const number = ++this.#begun;
    let before: number;
    do {
      before = this.#changes;
      const counts = () => number === this.#begun && before === this.#changes;
      try {
        await read(counts);
      } catch (thrown) {
        // How one went that another has taken the place of is no news.
        if (number === this.#begun) throw thrown;
      }
    } while (number === this.#begun && before !== this.#changes);
  }

  /** What the list is of was changed, and the page shows it so. */
  changed(): void {
    this.#changes++;
  }
}
