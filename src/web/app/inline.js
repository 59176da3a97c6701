// Inlined into the first HTML.

// Runs before the first paint, so that a dark page never flashes white. It must agree with lib/theme.ts.
(function () {
  var choice = null;
  try {
    choice = localStorage.getItem('theme');
  } catch {
    // Without storage the theme is the system's.
  }
  var dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.classList.add(dark ? 'dark' : 'light');
  try {
    var night = localStorage.getItem('night');
    if (night) {
      var sheet = new CSSStyleSheet();
      sheet.replaceSync(night);
      document.adoptedStyleSheets = [sheet];
    }
  } catch {
    // An old browser has the dark theme.
  }
})();

// A prerendered screen would first show the sidebar expanded, so it is hidden until hydration.tsx removes the class.
if (document.cookie.includes('sidebar_state=false')) document.documentElement.classList.add('sidebar-collapsed');

// Reports a script of the page that could not be loaded, when no other code is running.
addEventListener(
  'error',
  function (event) {
    if (event.target.tagName !== 'SCRIPT' || document.querySelector('[data-load-error]')) return;
    var button = document.createElement('button');
    button.className = 'ml-3 h-11 font-semibold underline';
    button.textContent = 'Try again';
    var reload = function () {
      // If the server is down, the browser's own error page would replace this one.
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
    bar.dataset.loadError = '';
    bar.setAttribute('role', 'alert');
    bar.className = 'fixed inset-x-0 bottom-0 z-50 border-t bg-straw-soft px-4 py-2.5 text-center';
    bar.append('This page could not be loaded completely.', button);
    document.body.append(bar);
  },
  true,
);
