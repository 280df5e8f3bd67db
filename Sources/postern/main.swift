await Postern.main()
