"use client";

/** Shown when the root layout fails, so it can't rely on any of our components. */
export default function GlobalError() {
  return (
    <html lang="en">
      <body>
        <main>
          <h1>Something went wrong on our side</h1>
          <p>Nothing was changed. Load the page again in a moment.</p>
        </main>
      </body>
    </html>
  );
}
