// Stands in the first HTML and runs before anything else has come.

// Before the first paint, so that a dark page never flashes white. Kept in step with lib/theme.ts.
(function () {
  var choice = null;
  try {
    choice = localStorage.getItem('theme');
  } catch {
    // A browser that keeps nothing follows the system.
  }
  var dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.classList.add(dark ? 'dark' : 'light');
})();

// The scripts of the page did not all come: what is drawn would stay dead, and nothing else could say so.
addEventListener(
  'error',
  function (event) {
    if (event.target.tagName !== 'SCRIPT' || document.querySelector('[data-dead]')) return;
    var button = document.createElement('button');
    button.className = 'ml-3 h-11 font-semibold underline';
    button.textContent = 'Try again';
    var reload = function () {
      // Only when the server is there: else the browser's own error page would come.
      fetch('/icon.svg', { method: 'HEAD', cache: 'no-store' }).then(
        function () {
          location.reload();
        },
        function () {},
      );
    };
    button.addEventListener('click', reload);
    addEventListener('online', reload);
    var bar = document.createElement('p');
    bar.dataset.dead = '';
    bar.setAttribute('role', 'alert');
    bar.className = 'fixed inset-x-0 bottom-0 z-50 border-t bg-straw-soft px-4 py-2.5 text-center';
    bar.append('This page could not be loaded completely.', button);
    document.body.append(bar);
  },
  true,
);
