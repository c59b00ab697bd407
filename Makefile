# The tasks of this checkout; `make` alone lists them. Tasks longer than a line are in Scripts/.

PREFIX ?= /usr/local
DESTDIR ?=
JOBS ?= $(shell nproc)
FILTER ?=
BROWSER ?= chromium
FUZZ_SECONDS ?= 30
RACE_SECONDS ?= 60
DATA ?=
PHOTOS ?=
BACKGROUNDS ?=
MODEL ?=
SCOPE ?= all
PART ?= inputs kills studio
SIZE ?=
KEEP ?=
SEED ?= 1

# Many unpack Swift's archive there; a toolchain in PATH wins.
export PATH := $(PATH):/opt/swift/usr/bin

swift_flags := --pkg-config-path "$(CURDIR)/.deps/pkgconfig" --jobs $(JOBS)
filter := $(if $(FILTER),--filter '$(FILTER)')
formatted := Package.swift $(wildcard Sources Tests BrowserTests Benchmarks Fuzz Soak)
sources := Package.swift VERSION $(shell find Sources Web -type f)
program := .build/release/peel
# It is newer than all sources if the program is, so that `sudo make install` does not build as root.
built := .build/release/.built

.DEFAULT_GOAL := help

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "make %-20s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## install what is missing: Debian packages, OpenVINO under .deps/
	@Scripts/setup

# Swift packages cannot generate C, so the table is committed and lint says when it is out of date.
web-table: ## list the files of Web for the build; build, test and install do it themselves
	@Scripts/embed-web

build: setup web-table ## build the program in release mode, as it is installed: .build/release/peel
	Scripts/build-release peel $(swift_flags)
	@touch $(built)

demo: build ## make a sticker pack of four public-domain photos, a sticker that moves and a slit-scan under demo/
	@Scripts/demo
	@Scripts/demo-living
	@Scripts/demo-scan

demo-scans: build ## make slit-scans of three real movies in each of the four modes under demo/scans
	@Scripts/demo-scans

serve: build ## open the studio in the browser, with a library under demo/
	.build/release/peel serve --library demo/library --open

test: setup web-table ## run every test, or some: make test FILTER=Name
	@Scripts/test $(swift_flags) $(filter)

catalog-service: setup
	Scripts/build-release apod-test-service $(swift_flags)

test-browser: build catalog-service ## run the studio's tests in a browser: make test-browser BROWSER=chromium|firefox|webkit SCOPE=core FILTER=Name
	@Scripts/setup $(BROWSER)
	Scripts/test-browser $(BROWSER) $(SCOPE) --jobs $(JOBS) $(filter)

screenshots: build catalog-service ## take the pictures of docs/studio/ again
	@Scripts/setup chromium
	PEEL_SCREENSHOTS=1 Scripts/test-browser chromium all --jobs $(JOBS) --filter Screenshots

lint: ## check format and house rules
	swift format lint --strict --recursive $(formatted)
	Scripts/check-sources
	Scripts/check-design
	Scripts/check-targets
	Scripts/embed-web --check
	Scripts/check-web
	Scripts/check-scripts

docs: setup ## write the pages of the libraries to .build/docs-site
	Scripts/docs .build/docs-site $(swift_flags)

format: ## format all Swift sources in place
	swift format --in-place --recursive $(formatted)

test-sanitized: setup web-table ## run every test under the thread sanitizer, then the address sanitizer: make test-sanitized SCOPE=core (a third of the time)
	Scripts/test-sanitized thread $(SCOPE) $(swift_flags) $(filter)
	Scripts/test-sanitized address $(SCOPE) $(swift_flags) $(filter)

test-races: setup ## start, change and stop the slit-scan camera at random under the thread sanitizer: make test-races RACE_SECONDS=60
	PEEL_SCAN_SECONDS=$(RACE_SECONDS) Scripts/test-sanitized thread all $(swift_flags) --filter RandomOrderTests

fuzz: setup ## feed broken input to the parsers: make fuzz FUZZ_SECONDS=30
	Scripts/fuzz $(FUZZ_SECONDS)

soak: build ## run for hours under bad conditions: make soak [PART=inputs|kills|kills-serve|…|studio] [SIZE=N] [SEED=N]
	Scripts/build-release peel-soak $(swift_flags)
	@Scripts/demo-photos
	@for part in $(PART); do \
		nice -n 10 .build/release/peel-soak $$part $(if $(SIZE),--size $(SIZE)) --seed $(SEED) || exit; \
	done

bench: build ## measure speed, memory and scores, compared with rembg: make bench U2NETP=FILE.onnx DATA=FOLDER
	@Scripts/setup bench
	@U2NETP="$(U2NETP)" DATA="$(DATA)" Scripts/bench

bench-responsiveness: build ## measure how long the main actor and the API are blocked while photos are made, with traces; draws docs/responsiveness.svg again
	@Scripts/setup bench
	Scripts/bench-responsiveness

bench-scrolling: build catalog-service ## measure how smoothly the studio's page scrolls while photos are made
	@Scripts/setup chromium
	Scripts/bench-scrolling --jobs $(JOBS)

bench-many: build catalog-service ## measure the studio's page with a full library: make bench-many SIZE=10000
	@Scripts/setup chromium
	PEEL_BENCH_MANY=$(or $(SIZE),10000) Scripts/test-browser chromium all --jobs $(JOBS) --filter ManyPhotosBenchmark

bench-camera: build catalog-service ## measure frame rate and delay of the browser's camera in the studio's page
	@Scripts/setup chromium
	Scripts/bench-camera --jobs $(JOBS)

eval: build ## score the network and the cut on photos with masks: make eval DATA=FOLDER [MODEL=FILE.onnx]
	@Scripts/setup eval
	@Scripts/eval "$(DATA)" "$(MODEL)"

bench-loading: ## measure the image loader, compared with other ways to load images
	@Scripts/setup
	Scripts/bench-loading

bench-strokes: ## measure how many brush strokes correct a cut: make bench-strokes DATA=FOLDER [TOOL=smart]
	@Scripts/setup
	Scripts/bench-strokes "$(DATA)" "$(TOOL)"

bench-scale: build ## measure workers over parts, compared with one program, also while they are killed
	@Scripts/setup bench
	Scripts/bench-scale

bench-clips: build ## measure clips, compared with rembg: make bench-clips [PHOTOS=FOLDER BACKGROUNDS=FOLDER]
	@Scripts/setup bench
	@PHOTOS="$(PHOTOS)" BACKGROUNDS="$(BACKGROUNDS)" Scripts/bench-clips

bench-scan: build ## measure the slit-scan camera, compared with ffmpeg's filters and numpy
	@Scripts/setup eval
	Scripts/bench-scan

$(built): $(sources)
	@$(MAKE) build

install: $(built) ## install under PREFIX (/usr/local), staged under DESTDIR; uninstall undoes it
	@Scripts/install $(program) "$(DESTDIR)$(PREFIX)"

uninstall: ## remove what install wrote
	@Scripts/uninstall "$(DESTDIR)$(PREFIX)"

dist: $(built) ## pack a tarball and a .deb for this system under dist/
	@Scripts/setup dist
	@Scripts/dist $(program)

dist-all: dist ## pack for Debian 12 and 13, the other one built in a root of its packages: needs root
	@Scripts/setup check-dist
	@Scripts/dist-others $(JOBS)

check-dist: dist ## install the packages of dist/ in a fresh Debian without Swift and this checkout, and test them: needs root
	@Scripts/setup check-dist
	@Scripts/check-dist

wheel: $(built) ## pack the Python package, with the program and all its libraries, as a wheel under dist/
	@Scripts/setup wheel
	@Scripts/wheel $(program)

check-wheel: wheel ## test the wheel in a clean environment and on a cluster of Ray: make check-wheel [SIZE=200|KEEP=FOLDER]
	@Scripts/check-wheel $(or $(KEEP),$(SIZE))

check-kubernetes: build ## check the manifests against Kubernetes' schemas, and run what their containers run
	@Scripts/setup eval
	Scripts/check-kubernetes $(program)

check-s3: build ## test photos in OpenStack Swift's S3, which it installs, also with killed workers and answers of 503
	Scripts/check-s3 $(program)

check-proxies: build ## run the studio behind nginx and Caddy, if installed, with the recipes of docs/REVERSE_PROXY.md
	Scripts/check-proxies $(program)

check-slurm: build ## run packaging/slurm on a real controller with two nodes, with failures: make check-slurm SIZE=300 [KEEP=FOLDER]
	@Scripts/setup slurm
	@Scripts/setup s3
	Scripts/check-slurm $(program) $(or $(SIZE),300) $(if $(KEEP),"$(KEEP)")

check-container: dist ## build the image and make stickers in it: needs root, buildah and mmdebstrap
	Scripts/check-container

clean: ## remove what was built; .deps/ stays, and the studio's library in demo/
	rm -rf .build BrowserTests/.build Benchmarks/.build Fuzz/.build dist
	[ ! -d demo ] || find demo -mindepth 1 -maxdepth 1 ! -name library -exec rm -rf {} +

.PHONY: help setup web-table build demo demo-scans serve test catalog-service test-browser screenshots lint format \
	test-sanitized test-races fuzz soak eval bench bench-responsiveness bench-scrolling bench-many bench-camera bench-loading bench-strokes bench-scan bench-scale install uninstall \
	dist dist-all check-dist wheel check-wheel check-kubernetes check-s3 check-proxies check-slurm check-container clean
